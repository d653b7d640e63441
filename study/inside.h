/* What the files of study/ share. */
/* SPDX-License-Identifier: MIT */
#pragma once
#include "core/letters.h"
#include "core/say.h"
#include "study/study.h"
#include "study/words.h"
