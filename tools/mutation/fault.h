/* Which fault is on in this run, and which were reached. Every rewritten file includes it
 * (tools/mutate) and says where its numbers begin; fault.c is in one of them. */
/* SPDX-License-Identifier: MIT */
#ifndef PT_FAULT_H
#define PT_FAULT_H

extern int pt_fault_on;                 /* 0: none */
extern unsigned char *pt_fault_reached; /* by number */

#define PT_FAULT(n)                                                                            \
    (pt_fault_reached[PT_FAULTS_FROM + (n)] = 1, pt_fault_on == PT_FAULTS_FROM + (n))

#endif
