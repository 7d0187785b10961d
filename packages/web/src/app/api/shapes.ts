// The border to the server: every answer is unknown until one of these says what it is. The server is ours and checked by
// the same contract, so each looks at what the app cannot do without.
import { isRecord } from '@percept/core/internal';
import type {
  ApiError,
  Forecast,
  ForkedRun,
  RunChange,
  RunList,
  RunView,
  SessionEvent,
  SessionList,
  SessionSummary,
  SessionView,
  StartedTurn,
  Status,
  Timeline,
  UploadEvent,
} from '@percept/contract';

export function isApiError(value: unknown): value is ApiError {
  return (
    isRecord(value) && typeof value['error'] === 'string' && typeof value['message'] === 'string'
  );
}

export function isStatus(value: unknown): value is Status {
  return (
    isRecord(value) &&
    Array.isArray(value['models']) &&
    typeof value['active'] === 'string' &&
    isRecord(value['limits'])
  );
}

export function isSessionSummary(value: unknown): value is SessionSummary {
  return isRecord(value) && typeof value['id'] === 'string' && typeof value['title'] === 'string';
}

export function isSessionView(value: unknown): value is SessionView {
  return isRecord(value) && isSessionSummary(value) && Array.isArray(value['turns']);
}

export function isSessionList(value: unknown): value is SessionList {
  return isRecord(value) && Array.isArray(value['sessions']);
}

export function isStartedTurn(value: unknown): value is StartedTurn {
  return isRecord(value) && typeof value['turn'] === 'number';
}

export function isTimeline(value: unknown): value is Timeline {
  return isRecord(value) && Array.isArray(value['entries']);
}

export function isSessionEvent(value: unknown): value is SessionEvent {
  return isRecord(value) && typeof value['type'] === 'string';
}

export function isUploadEvent(value: unknown): value is UploadEvent {
  return isRecord(value) && typeof value['type'] === 'string';
}

export function isNothing(_value: unknown): _value is unknown {
  return true;
}

export function isForecast(value: unknown): value is Forecast {
  return isRecord(value) && typeof value['model'] === 'string' && Array.isArray(value['files']);
}

export function isRunList(value: unknown): value is RunList {
  return isRecord(value) && Array.isArray(value['runs']);
}

export function isRunView(value: unknown): value is RunView {
  return isRecord(value) && typeof value['id'] === 'string' && Array.isArray(value['steps']);
}

export function isRunChange(value: unknown): value is RunChange {
  return isRecord(value) && isRunView(value['run']) && Array.isArray(value['lines']);
}

export function isForkedRun(value: unknown): value is ForkedRun {
  return isRecord(value) && typeof value['runId'] === 'string';
}
