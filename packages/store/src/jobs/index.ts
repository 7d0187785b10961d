export {
  type JobKey,
  type JobQueue,
  type JobRequest,
  type JobState,
  type Json,
  type Lease,
  type LeaseOptions,
} from './port.ts';
export { isJobKey, jobKey } from './key.ts';
export { jobLimits, type JobLimits } from './limits.ts';
export { LocalJobQueue, type LocalQueueOptions } from './local-queue.ts';
export { runJob, type RunOptions } from './run-job.ts';
export { startWorker, type JobHandler, type JobWorker, type WorkerOptions } from './worker.ts';
