export { OwnMedia } from '../tools/own-media.ts';
export { serveMcpStdio, type Pipes } from './stdio.ts';
export { serveMcpHttp, type McpHttp, type McpHttpOptions } from './http.ts';
export { mcpLimits, type McpLimits } from './limits.ts';
export { createHearing, type HearingParts, type McpHearing } from './hearing.ts';
export { createVision, type McpVision, type VisionParts } from './vision.ts';
export { type McpParts, type McpDescriber, type McpDescription, type McpSetup } from './setup.ts';
