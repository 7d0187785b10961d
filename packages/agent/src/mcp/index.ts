export { serveMcpStdio, type Pipes } from './stdio.ts';
export { serveMcpHttp, type McpHttp, type McpHttpOptions } from './http.ts';
export { type McpLimits } from './limits.ts';
export { type HearingParts, type McpHearing } from './hearing.ts';
export { type McpVision, type VisionParts } from './vision.ts';
export { type McpParts, type McpDescriber, type McpDescription, type McpSetup } from './setup.ts';
