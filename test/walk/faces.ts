// Every way into Percept that the walk knows.
import type { FaceKind } from './face.ts';
import { acp1, acp2 } from './faces/acp.ts';
import { chat } from './faces/chat.ts';
import { gateway, library, mcp } from './faces/foreign.ts';
import { openwop } from './faces/openwop.ts';
import { print } from './faces/print.ts';
import { web } from './faces/web.ts';

export const faces: readonly FaceKind[] = [
  web,
  acp1,
  acp2,
  chat,
  library,
  gateway,
  mcp,
  print,
  openwop,
];
