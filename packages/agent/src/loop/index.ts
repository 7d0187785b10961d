export { AgentSession, type AgentParts, type PermitEdit } from './agent-session.ts';
export { type LoopEvent, type Onlooker, type PromptPart, type TurnEnd } from './event.ts';
export { type Answerer, type LoopModel, type Models, type OpenBridge } from './model.ts';
export { placeIn, type SessionPlace } from './facts.ts';
export { viewOf, type View } from './history.ts';
export { SightingReader, type RecordedSighting, type Sighting } from './sighting.ts';
export { type Price, type TurnUsage } from './usage.ts';
