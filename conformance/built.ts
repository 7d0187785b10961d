// The one place that says what works today. An id stands here exactly when a passing test carries it:
// the gate fails on an id that no test proves and on a proof whose id is missing here.

import type { RequirementId } from './requirements.ts';

export const built: readonly RequirementId[] = [];
