/* What moderators and admins see and do by HTTP. The token's person has the role. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/club.h"
#include "server/web.h"

/* admin_lists.c */
void admin_reports(web *w);
void admin_report(web *w);
void admin_people(web *w);
void admin_measures(web *w);
void admin_tables(web *w);
void admin_health(web *w);
void admin_settings(web *w);
void admin_audit(web *w);
