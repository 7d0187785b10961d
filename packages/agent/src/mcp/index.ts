export { serveMcpStdio, type Pipes } from './stdio.ts';
export { serveMcpHttp, type McpHttp, type McpHttpOptions } from './http.ts';
export type { McpLimits } from './limits.ts';
export type { HearingParts, McpHearing, McpVision, VisionParts } from './senses.ts';
export type { McpParts, McpDescriber, McpDescription, McpSetup } from './setup.ts';
