// What is known not to be so, each with its reason. An id stands here or in `built.ts`; one that stands in neither is a complaint.

import type { RequirementId } from './requirements.ts';

export const open: Readonly<Partial<Record<RequirementId, string>>> = {};
