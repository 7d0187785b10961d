export { serveAcp, type AcpPipes } from './serve.ts';
export type { AcpLimits } from './limits.ts';
export type { Advertisement, AudioCapability, ImageCapability, Routes } from './capability.ts';
export {
  readAudioCapability,
  readImageCapability,
  type ReadCapability,
} from './read-capability.ts';
export { composeAcp, type AcpHost, type AcpSetup } from './compose.ts';
