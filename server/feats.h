/* Badges for what people have done in games. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "server/server.h"

/* A game is over: what its people have done is written with its result. */
void feats_note(const pt_table *t, pt_batch *b);
/* Members of an open object: a person's badges, with their tables where whoever asks may know
 * them (false: they cannot be read); and every feat there is. */
bool feats_put(pt_look *look, const char *person, bool own, pt_json *j);
void feats_put_all(pt_json *j);
