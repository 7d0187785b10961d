// `connectServers` is loaded from its own file, and only for a session that has servers: it brings the client of MCP along.
export { type ClientServers } from './client-servers.ts';
export { clientServerLimits, type ClientServerLimits } from './limits.ts';
export { readServers, type ClientServer } from './server.ts';
