export {
  RuntimeSetupError,
  openRuntime,
  type Runtime,
  type RuntimePlan,
  type RuntimeSetup,
} from './runtime.ts';
export { SessionPool, type Folder, type Listed, type OpenSession } from './session-pool.ts';
