export { serveMcpStdio, type Pipes } from './stdio.ts';
export { serveMcpHttp, type McpHttp, type McpHttpOptions } from './http.ts';
export { mcpLimits, type McpLimits } from './limits.ts';
export { createOnlooker, type McpOnlooker, type OnlookerParts } from './onlooker.ts';
export { type Bench, type McpDescriber, type McpDescription, type McpSetup } from './setup.ts';
