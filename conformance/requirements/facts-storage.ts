// Facts, storage.md: durability that was proved by crash and power-cut, and what the libraries get wrong.

import { section } from '../requirement.ts';

export const factsStorage = [
  ...section('facts/storage', '§1 Record', 2, {
    'f-store-hash-chain': {
      trap: 'Every record row carries sha256(previous, body): the chain detects rot.',
    },
    'f-store-tamper-detected': { trap: 'A changed, removed or reordered row fails verification.' },
    'f-store-bit-flip-detected': {
      trap: 'A bit flip that the database calls healthy is detected by the chain.',
    },
    'f-store-sync-full': { trap: 'The record is written in WAL mode with synchronous FULL.' },
    'f-store-group-commit': { trap: 'Concurrent appends share one commit and each waits for it.' },
    'f-store-ack-means-durable': {
      trap: 'An acknowledged append survives kill -9 at any system call.',
    },
    'f-store-torn-tail': { trap: 'A torn tail recovers to a clean prefix.' },
    'f-store-append-order': {
      trap: 'Sequence numbers of a session are contiguous from the first.',
    },
    'f-store-migrations': {
      trap: 'The schema carries a version and migrates forward from day one.',
    },
    'f-store-newer-schema-refused': {
      trap: 'A database of a newer schema is refused, not guessed at.',
    },
    'f-store-no-base64-type': { trap: 'Inline bytes cannot be written to a record, by type.' },
    'f-store-no-base64-run-time': {
      trap: 'Inline bytes that slip past the types are refused at run time.',
    },
    'f-store-500-images-1-mb': { trap: 'A session that saw 500 images stays under 1 MB.' },
    'f-store-rebuild-fast': { trap: 'A session of 1,000 turns is rebuilt in well under a second.' },
    'f-store-export-import': {
      trap: 'A session exports as JSONL and blobs and imports unchanged.',
    },
    'f-store-import-verified': {
      trap: 'An import with a broken chain or a wrong blob is refused.',
    },
  }),
  ...section('facts/storage', '§1 Blobs', 2, {
    'f-store-blob-fsync': {
      trap: 'A blob is written aside, synced, renamed, and its folder synced.',
    },
    'f-store-blob-before-ref': { trap: 'A blob is durable before any record refers to it.' },
    'f-store-blob-read-only': { trap: 'A stored blob is read-only.' },
    'f-store-blob-verify-on-read': { trap: 'Every read is verified against the hash.' },
    'f-store-blob-concurrent-put': { trap: 'Concurrent puts of the same bytes give one blob.' },
    'f-store-disk-full': { trap: 'A full disk refuses new puts and leaves no half-written blob.' },
    'f-store-shared-suite': { trap: 'Every store implementation passes the same published suite.' },
    'f-store-postgres': { trap: 'PostgreSQL passes the same record suite.', issue: 7 },
    'f-store-s3': {
      trap: 'An S3 wire passes the same blob suite, put-if-absent included.',
      issue: 7,
    },
  }),
  ...section('facts/storage', '§2 HTTP', 7, {
    'f-host-crowds': {
      trap: 'A thousand silent, half-open or slow connections keep nobody out, and are closed on both sides.',
    },
    'f-host-failed-credentials': {
      trap: 'An address that keeps sending wrong credentials is told to wait; a right one works all the same.',
    },
    'f-host-private-files': {
      trap: 'The database and every other file of the data folder are for their owner alone.',
    },
    'f-host-many-servers': {
      trap: 'On one memory a turn runs at one server at a time, and a sign-in link and a sign-out hold at all of them.',
    },
    'f-host-health': {
      trap: 'A server says that it lives, and that it is ready only while its memory answers.',
    },
    'f-asset-range': { trap: 'Suffix, open, reversed and unknown ranges answer as RFC 9110 says.' },
    'f-asset-conditional': { trap: 'If-None-Match, If-Match and If-Range follow RFC 9110.' },
    'f-asset-etag-hash': { trap: 'The ETag is strong and derived from the content hash.' },
    'f-asset-head': { trap: 'HEAD answers as GET without a body.' },
    'f-asset-headers': { trap: 'Every asset carries nosniff, sandbox CSP, no-referrer and CORP.' },
    'f-asset-type-sniffed': {
      trap: 'The content type is our sniff, never the claim of the uploader.',
    },
    'f-asset-active-attachment': {
      trap: 'SVG, HTML, PDF and unknown types are served as attachment.',
    },
    'f-asset-no-web-streams': {
      trap: 'Large assets are piped from the file, small ones from memory.',
    },
  }),
  ...section('facts/storage', '§3 Capability URLs', 7, {
    'f-grant-expiry-in-row': {
      trap: 'Expiry lives in the row, so that a logged URL outlives a signature.',
    },
    'f-grant-mac-first': {
      trap: 'A forged handle dies at the MAC and never reaches the database.',
    },
    'f-grant-404-same': { trap: 'Guessed, tampered and foreign handles get the same 404.' },
    'f-grant-410': { trap: 'An expired or revoked handle gets 410.' },
    'f-grant-rotation': { trap: 'Keys have ids; old keys verify until their grants end.' },
    'f-grant-mutations': { trap: 'Every single-character change of a handle is refused.' },
    'f-grant-encodings': {
      trap: 'Percent-encoded and Unicode forms of a valid handle are refused.',
    },
    'f-grant-constant-time': { trap: 'MACs are compared in constant time.' },
    'f-grant-opaque': { trap: 'A URL shows neither tenant nor content hash.' },
    'f-grant-golden-vectors': { trap: 'Golden vectors in JSON let other languages agree.' },
    'f-grant-not-in-logs': {
      trap: 'Handles are redacted from logs and live ones left out of bundles.',
    },
  }),
  ...section('facts/storage', '§4 Collection', 2, {
    'f-gc-condemn-then-sweep': {
      trap: 'A blob is condemned first, checked again, and only then unlinked.',
    },
    'f-gc-race': { trap: 'A put during collection never loses its blob.' },
    'f-gc-grace': { trap: 'A grace window protects young blobs by default.' },
    'f-gc-derived-counts': { trap: 'Reference counts are derived, never stored.' },
    'f-gc-delete-session': {
      trap: 'Deleting a session deletes its references in one transaction.',
    },
    'f-gc-orphans': { trap: 'Orphans of a killed writer are found and swept.' },
  }),
  ...section('facts/storage', '§4 Invariants', 2, {
    'f-fsck-1-refs-live': {
      trap: 'Every reference has a live blob whose file has its name as hash.',
    },
    'f-fsck-2-chain-whole': { trap: 'No acknowledged row is missing and the chain is intact.' },
    'f-fsck-3-grants-owned': { trap: 'Every grant is for a blob its tenant refers to.', issue: 7 },
    'f-fsck-4-retention-order': {
      trap: 'No grant outlives its blob and no blob dies before the log of its run.',
      issue: 7,
    },
    'f-fsck-5-condemned-unreferenced': { trap: 'A condemned blob has no references.' },
    'f-fsck-6-temp-old': { trap: 'A temporary file older than an hour is garbage.' },
    'f-fsck-7-put-idempotent': { trap: 'A put of existing bytes returns the same id.' },
    'f-fsck-8-corrupt-typed': {
      trap: 'Wrong bytes are a typed corrupt result, quarantined, never served.',
    },
    'f-fsck-9-gc-idempotent': { trap: 'Collection frees only the condemned; twice equals once.' },
    'f-fsck-10-full-disk': { trap: 'A full disk refuses new puts and loses nothing.' },
    'f-fsck-rows-sealed': {
      trap: 'fsck sees a changed memo, grant, tenant or kind although the database is in good order.',
    },
    'f-fsck-command': { trap: 'One command checks all ten invariants and reports each as data.' },
  }),
  ...section('facts/storage', '§5 Heavy work', 7, {
    'f-store-leases': {
      trap: 'Of several servers one works on a thing at a time, and what a dead one held is to be had after its lease.',
    },
    'f-store-paged-lists': {
      trap: 'A list is a page of an index: it costs the same with a hundred sessions and with ten thousand.',
    },
    'f-jobs-memoised': {
      trap: 'Work is keyed by operation, version and input hash, so a rerun is harmless.',
    },
  }),
] as const;
