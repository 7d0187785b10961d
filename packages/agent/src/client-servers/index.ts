// `ClientServers` is loaded from its own file, and only for a session that has servers: it brings the client of MCP along.
export type { ClientServers } from './client-servers.ts';
export type { ClientServerLimits } from './limits.ts';
export type { ClientServer } from './server.ts';
