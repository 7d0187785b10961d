// What a queue says when it says no, worded the same way by every implementation.
import { overLimit, refuse, type Refused } from '@percept/core';
import type { JobKey } from './port.ts';

export function queueFull(operation: string, max: number): Refused {
  return refuse({
    refused: 'too-many',
    message: `${max} jobs of ${operation} wait already.`,
    hint: 'Wait, do the work here, or start more workers.',
    limit: { name: 'maxQueuedJobs', max, actual: max + 1 },
  });
}

export function noJob(key: JobKey): Refused {
  return refuse({
    refused: 'absent',
    message: `There is no job ${key}.`,
    hint: 'Enqueue it; a result that was forgotten is made again.',
  });
}

export function leaseEnded(key: JobKey): Refused {
  return refuse({
    refused: 'stale',
    message: `The lease of ${key} has ended.`,
    hint: 'Stop: the job is somebody else’s now, or done.',
  });
}

export function resultTooLarge(max: number, actual: number): Refused {
  return refuse(
    overLimit('maxResultBytes', max, actual, 'Put the result as a blob and return its id.'),
  );
}

export function notRemembered(key: JobKey): Refused {
  return refuse({
    refused: 'unavailable',
    message: `The result of ${key} could not be written down.`,
    hint: 'Try again; the job runs again when its lease ends.',
  });
}

export function queueClosed(): Refused {
  return refuse({
    refused: 'unavailable',
    message: 'The queue was closed.',
    hint: 'Open it again.',
  });
}
