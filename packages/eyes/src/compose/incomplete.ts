// A part that became the answer says so, in its data and in its words. Parts are composed as incomplete from the start;
// this holds for whatever a worker sent last.
import type { Description } from '../description.ts';
import type { Transcript } from '../transcript.ts';

export function incomplete(description: Description): Description {
  return { ...description, complete: false };
}

export function incompleteTranscript(transcript: Transcript): Transcript {
  return { ...transcript, complete: false };
}
