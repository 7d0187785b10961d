// `openGuests` is loaded from its own file, and only for a session that has servers: it brings the client of MCP along.
export { type Guests } from './guests.ts';
export { guestLimits, type GuestLimits } from './limits.ts';
export { readServers, type GuestServer } from './server.ts';
