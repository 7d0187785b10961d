// Every way into Percept that the walk knows.
import type { FaceKind } from './face.ts';
import { web } from './faces/web.ts';

export const faces: readonly FaceKind[] = [web];
