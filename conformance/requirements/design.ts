// The design's own words: seven promises, the contracts, the house and the command line.

import { section } from '../requirement.ts';

export const design = [
  ...section('design', 'Promises', 4, {
    'p-no-poison': { promise: 'No image can poison a session.' },
    'p-pixels-or-words': {
      promise: 'The model sees pixels, or is told in words why not, on every wire.',
    },
    'p-pay-when-looking': { promise: 'Pixels are paid for only when someone looks.' },
    'p-hostile-bytes': {
      promise: 'Hostile bytes cannot crash, hang or exhaust the process.',
      issue: 2,
    },
    'p-record-is-truth': {
      promise: 'What the model saw on any turn is rebuilt byte for byte from the record.',
      issue: 6,
    },
    'p-advertised-true': {
      promise: 'Capabilities are computed at this moment, never constants.',
      issue: 6,
    },
    'p-no-key-no-network': { promise: 'It works with no key and no network.', issue: 5 },
    'p-capability-table': {
      promise:
        'Which models see is a table with a date, held against the lists of models that 25 providers and resellers publish.',
    },
    'p-refusal-words': {
      promise:
        'Every kind of refusal has one HTTP status and words for end users that name no setting and no part.',
    },
    'p-open-percept': {
      promise:
        'A program that runs its own loop gets durable eyes in three calls; a model that does not see gets no pixels.',
      issue: 21,
    },
    'p-fetch': {
      promise:
        'An SDK that takes a fetch sees by the code of the gateway; tools for any framework name pictures and hold none.',
      issue: 21,
    },
    'p-own-parts': {
      promise:
        'Every part of openPercept can be one’s own, tools, renderers and describers included, and works alone.',
      issue: 21,
    },
    'd-media-tenant': {
      promise:
        'Whatever resolves media: names takes the store of a tenant, by its type; a hash of somebody else’s media is unknown.',
      issue: 21,
    },
    'd-signal-memory': {
      promise:
        'Calls of the memory that wait take a signal: a stopped one leaves nothing half-done, and the next goes on.',
      issue: 21,
    },
    'd-events': {
      promise:
        'One union of events for every part, on a channel of the runtime and as spans too; a listener changes nothing.',
      issue: 21,
    },
    'd-mounted': {
      promise:
        'Every face of the server answers as a fetch handler in a server of somebody else, who says whose request it is.',
      issue: 21,
    },
    'd-own-media': {
      promise: 'A conversation of a program resolves media that it holds itself, and no other.',
      issue: 21,
    },
    'd-controls-told': {
      promise:
        'Local eyes tell the controls of a screen with role, name, state, box and a point to click at, as a tree.',
      issue: 22,
    },
    'p-made-is-kept': {
      promise:
        'What a model makes goes through the door into the store and the record, or is told in words in its place.',
      issue: 20,
    },
    'p-made-on-purpose': {
      promise:
        'draw and say make media through a configured model, kept as all made media; without one they name the setting.',
      issue: 20,
    },
    'p-made-needs-consent': {
      promise:
        'Nothing goes to a model that draws or speaks before the person allowed its host; no project file chooses one.',
      issue: 20,
    },
    'p-made-is-billed': {
      promise:
        'What making costs is said before and billed after, by model, and a turn makes only so much.',
      issue: 20,
    },
    'p-made-on-purpose-is-bounded': {
      promise:
        'Whatever a model that draws or speaks answers, it is a picture, a sound or a refusal in words.',
      issue: 20,
    },
    'p-output-capabilities': {
      promise:
        'image-output and audio-output are computed, stand in lists of models, and gate what needs them.',
      issue: 20,
    },
    'p-made-is-given-back': {
      promise:
        'What a model made is shown to the model that is asked next, in a place that its wire takes.',
      issue: 20,
    },
    'd-again-is-once': {
      promise:
        'A turn that is tried again takes the place of the one before: nothing is shown or sent twice.',
      issue: 14,
    },
    'p-made-is-retained': {
      promise:
        'What a model made and nobody signed leaves later requests as perceptions do, and view shows it again.',
      issue: 20,
    },
    'p-made-is-shown': {
      promise:
        'What a model made is shown in the terminal, in the page, over ACP and in OpenWOP runs.',
      issue: 20,
    },
    'p-made-has-words': {
      promise:
        'What a model made names its maker and has words: its maker’s own, or those of local eyes or ears, marked as theirs.',
      issue: 20,
    },
    'd-openwop-made': {
      promise:
        'Media that a model makes in an OpenWOP run keeps every rule of RFC 0055, and no log holds its bytes.',
      issue: 20,
    },
    'd-serve-inline-cap': {
      promise:
        'The size up to which OpenWOP media stands in an event is a setting of serve, and what is advertised.',
      issue: 16,
    },
    'p-made-has-a-name': {
      promise:
        'What a model made has a name in its session by which people save it and models look at it again.',
      issue: 20,
    },
  }),
  ...section('design', 'The house', 2, {
    'd-core-pure': { promise: 'core imports nothing but itself: no I/O, no Node built-ins.' },
    'd-core-browser': { promise: 'Every entry of core loads in a browser without Node globals.' },
    'd-layers': { promise: 'Dependencies point up the package list only.' },
    'd-exports-only': { promise: 'A package is imported through its exports map only.' },
    'd-small-face': {
      promise:
        'All packages export at most 150 values to users, each with a sentence and an example.',
      issue: 14,
    },
    'd-declared-dependencies': {
      promise: 'An imported package is declared by the package that imports it.',
    },
    'd-requirements-gate': {
      promise: 'Unknown, uncited and unclaimed requirement ids fail the run.',
    },
    'd-requirements-page': {
      promise:
        'docs/requirements.md names the tests of every requirement; the check fails when it is stale.',
    },
    'd-docs-calls': {
      promise:
        'Every call of the command and of npm run in the documents is understood by what it calls.',
    },
    'd-docs-code': {
      promise:
        'Code in documents and doc comments compiles against the packages; examples of settings are valid.',
    },
    'd-docs-links': {
      promise:
        'Every link and anchor of the documents leads somewhere, and every page is in the list of pages.',
    },
    'd-docs-reference': {
      promise:
        'Pages about the command, configuration, limits and API are generated from what they describe.',
    },
    'd-docs-site': {
      promise:
        'npm run site builds a static site with search that asks no other host; every link leads somewhere.',
    },
    'd-two-commands': {
      promise: 'A fresh clone passes npm ci and npm test with only npm present.',
    },
    'd-weights': {
      promise:
        'Installed with what it needs, core is at most 1 MB, the door 45, the element 5 and everything 150.',
      issue: 17,
    },
    'd-oldest-node': {
      promise:
        'The packed release runs on Node 22.13: chat, serve with its page, describe, ACP and MCP.',
      issue: 17,
    },
    'd-types-resolve': {
      promise:
        'Types of every packed entry resolve with every declaration checked; JSX of React, Preact and Solid knows the element.',
      issue: 17,
    },
    'd-tree-shaking': {
      promise: 'One import of a package bundles nothing of the others, in at most a named size.',
      issue: 17,
    },
    'd-light-import': {
      promise:
        'import of percept loads what it needs to be called, and what works with its first call: a named number of modules.',
      issue: 21,
    },
    'd-starters': {
      promise:
        'Four programs of at most 10, 25, 10 and 15 lines run from the packed release; percept create begins with one.',
      issue: 21,
    },
    'd-runtimes': {
      promise: 'docs/runtimes.md says which parts run in which runtime, as it was tried.',
      issue: 21,
    },
    'd-decoder-only-in-ingest': { promise: 'Only ingest depends on a decoder.' },
  }),
  ...section('design', 'Blocks', 2, {
    'd-block-parse': {
      promise: 'A block from outside is parsed; an invalid one is a refusal, not a cast.',
    },
    'd-block-no-cache-control': {
      promise: 'A block has no cache_control, which the seed still lists: caching is policy.',
    },
    'd-block-origin': {
      promise: 'origin says attachment or perception: whether it can be seen again.',
    },
    'd-block-original': { promise: 'original keeps the true size when a block was downscaled.' },
    'd-block-audio-file': {
      promise: 'Audio and file blocks share the frame, with duration and name.',
    },
    'd-blob-persisted-only': { promise: 'Blob is the only source that a record accepts.' },
    'd-branded-ids': { promise: 'Ids are branded and made only by parsing.' },
  }),
  ...section('design', 'Refusals', 2, {
    'd-refusal-is-value': {
      promise: 'Whatever can go wrong with media is a value, not an exception.',
    },
    'd-refusal-kinds-closed': { promise: 'Refusal kinds are a closed list with message and hint.' },
    'd-refusal-facts': { promise: 'A refusal by a limit carries the limit and the actual figure.' },
    'd-made-call': {
      promise:
        'What a model makes in an OpenWOP call goes through the door and is answered by URL, or told.',
    },
    'd-image-limits': {
      promise:
        'How many pictures a message holds and how large a file may be is one setting, kept and advertised on every face.',
    },
    'd-limits-one-place': {
      promise:
        'A limit has one name, one default, its unit in the name, and stands on a page of limits.',
    },
  }),
  ...section('design', 'Model profiles', 2, {
    'd-profile-families': {
      promise:
        'Anthropic, OpenAI, Gemini, Bedrock, Mistral, xAI, Ollama and a common profile exist.',
    },
    'd-profile-override': { promise: 'Configuration overrides any figure of a profile.' },
    'd-fit-never-dearer': {
      promise:
        'No picture costs more tokens after a fit, and no fit is smaller than its limits force.',
    },
    'd-fit-whole-allowance': {
      promise:
        'A picture alone in a request uses all that the model can see; many keep to the stricter edge.',
    },
    'd-profile-unknown-safe': {
      promise:
        'A model that nobody knows takes text, with the safe common limits, unless its caller says that it sees.',
    },
  }),
  ...section('design', 'The door', 2, {
    'd-door-inputs': {
      promise:
        'Bytes, stream, path, file URL, data URL, base64, http URL, clipboard and drop come in.',
    },
    'd-door-original-and-fit': { promise: 'Original and fitted derivative both reach the store.' },
    'd-door-keep-then-fit': {
      promise:
        'An original is stored alone and fitted later, with the answer that taking it in would give.',
    },
    'd-door-accept': {
      promise:
        'AVIF, BMP, ICO and, where it is asked for, TIFF are decoded behind the same walls and leave as PNG, JPEG or WebP.',
    },
    'd-door-canonical': {
      promise:
        'A picture that leaves was written by us: its pixels, and not a byte else of the file that came.',
    },
    'd-door-lossless-first': {
      promise:
        'What is no photograph leaves lossless where that fits, and nothing small is ever lossy.',
    },
    'd-door-colour-facts': {
      promise:
        'Colour is converted by its numbers, and a picture that hides something behind them is told.',
    },
    'd-door-damage-forgiven': {
      promise:
        'Damage that a browser forgives is forgiven and said: checksums, ancillary chunks, stray bytes.',
    },
    'd-door-sandbox-closed': {
      promise:
        'A decoder that is stopped, slow or killed never loosens isolation; what is missing is said.',
    },
    'd-door-abort': {
      promise: 'An AbortSignal ends any ingest promptly and leaves nothing behind.',
    },
    'd-door-progress': { promise: 'Large inputs report progress.' },
    'd-door-deterministic': { promise: 'The same input and profile give the same bytes.' },
    'd-door-audio-file': { promise: 'Audio and other files become blocks or typed refusals too.' },
  }),
  ...section('design', 'Command line', 2, {
    'd-cli-single-json': { promise: '--json prints exactly one JSON object on standard output.' },
    'd-cli-logs-stderr': { promise: 'Progress and logs go to standard error.' },
    'd-cli-exit-refusal': { promise: 'A refusal exits 3 and prints refused, message and hint.' },
    'd-cli-exit-usage': { promise: 'A usage error exits 2.' },
    'd-cli-exit-bug': { promise: 'A bug exits 1.' },
    'd-cli-help-fast': { promise: 'percept --help answers within 100 ms warm: imports are lazy.' },
    'd-cli-version': { promise: 'percept --version prints the version of the package.' },
    'd-cli-completion': { promise: 'Shell completion lists the commands that exist.' },
    'd-cli-ingest': {
      promise: 'percept ingest takes a file, a URL, standard input or the clipboard.',
    },
    'd-cli-same-answer': {
      promise: 'percept ingest takes, stores and refuses exactly what the library does.',
    },
    'd-cli-true-hints': {
      promise: 'Options, commands and variables that a hint names exist.',
    },
    'd-cli-sessions': { promise: 'percept sessions lists, shows, exports and imports.' },
    'd-cli-blobs': { promise: 'percept blobs lists and fetches stored bytes.' },
    'd-cli-gc': { promise: 'percept gc collects and says what it freed.' },
    'd-cli-fsck': { promise: 'percept fsck exits non-zero when an invariant is broken.' },
    'd-cli-view': { promise: 'percept view answers as the contract says.', issue: 3 },
    'd-cli-describe': { promise: 'percept describe answers as the contract says.', issue: 5 },
    'd-cli-transcribe': { promise: 'percept transcribe answers as the contract says.', issue: 5 },
    'd-cli-acp': { promise: 'percept acp speaks ACP on standard input and output.', issue: 6 },
    'd-cli-mcp': { promise: 'percept mcp speaks MCP on stdio and HTTP.', issue: 6 },
    'd-cli-serve': {
      promise: 'percept serve starts host, assets and gateway on one port.',
      issue: 7,
    },
    'd-cli-pipe-words': {
      promise: 'An unforced pipe gets plain words instead of graphics.',
      issue: 9,
    },
    'd-cli-doctor': {
      promise: 'percept doctor says what works here and how to fix the rest.',
      issue: 9,
    },
  }),
  ...section('design', 'Trust', 15, {
    'd-words-fenced': {
      promise:
        'Every word from outside stands in one fence that it cannot close, or on one line; nothing in it hides or acts.',
    },
    'd-edit-stays': {
      promise:
        'An edit lands in the folder that was shown, wherever its path leads meanwhile, and leaves nothing beside it.',
    },
    'd-question-whole': {
      promise:
        'A question shows the whole of what would be done; whatever is not plainly seen is spelled.',
    },
    'd-question-bound': {
      promise:
        'What was allowed is what happens: another input, tool or file than the one shown is refused.',
    },
    'd-question-answered': {
      promise:
        'One answer to a question, after it was in sight, and never by a held key or a paste.',
    },
    'd-permission-scopes': {
      promise:
        'What is allowed for longer ends with the session and never covers a protected file.',
    },
    'd-edit-keeps-saves': {
      promise: 'What somebody saved while an edit was under way is never overwritten.',
    },
    'd-vendor-known': {
      promise:
        'A model of an unknown provider is refused with the list of known ones, and goes to no other vendor.',
    },
    'd-host-key-guarded': {
      promise:
        'A key that the gateway adds is spent only for callers that show a credential, on loopback too.',
    },
    'd-options-closed': {
      promise:
        'A wrong option of anything exported is a TypeError that names the call and the option; none loosens a limit.',
    },
    'd-door-one-call': {
      promise:
        'Door and darkroom take a File, a Blob, a Request, a Response, a stream, bytes, a path or a URL as it is.',
    },
    'd-deadlines-hold': {
      promise:
        'Whatever a renderer or a describer of one’s own waits for, its caller gets a value at its deadline at the latest.',
    },
    'd-refused-stream-answered': {
      promise:
        'A request whose body is refused can still be answered, also while its client is sending.',
      issue: 21,
    },
    'd-limits-numbers': {
      promise: 'A limit that is not a number refuses to start; undefined is the default.',
    },
    'd-doctor-truth': {
      promise:
        'percept doctor says of a model what its address answered, and promises nothing else.',
    },
    'd-doctor-security': {
      promise:
        'percept doctor --security says what protects its user here and what would do better.',
    },
    'd-mcp-own-media': {
      promise: 'An MCP server shows media that was taken in for its own folders, and no other.',
    },
    'd-client-servers-end': {
      promise:
        'What a client’s server started ends with its session, whatever it did to its environment.',
    },
    'd-no-escapes': {
      promise: 'No command prints a character of a name or a message that could steer a terminal.',
    },
    'd-no-content-out': {
      promise:
        'No content writes a clipboard or a terminal title; a page does it where a person clicked.',
    },
    'd-text-one-pass': {
      promise:
        'A text of any length and letters is searched in one pass: nobody stops the process by what they write.',
    },
    'd-growth-bounded': {
      promise:
        'An answer, a call and a question have an end: what goes on is stopped, and said to be.',
    },
    'd-imported-marked': {
      promise:
        'An imported session is marked, its media is decoded, and nothing that it says counts as chosen or allowed here.',
    },
    'd-trust-code': {
      promise: 'Code that came with a folder runs in no command before its user trusts it.',
    },
    'd-trust-data': {
      promise: 'Before trust, a project’s JSON can only keep more on this machine or spend less.',
    },
    'd-trust-search': {
      promise:
        'Configuration is sought up to the repository or home, past no folder of others, in no file of theirs.',
    },
    'd-trust-remembered': {
      promise:
        'Trust is bound to path, owner and content: a change asks again, and nothing else is covered.',
    },
    'd-trust-store': {
      promise:
        'Trust is kept in a file of the user alone; one that others could write is not believed.',
    },
    'd-trust-page': {
      promise:
        'The page shows what came with the folder, whole, and trusts exactly that; the server starts anew with it.',
    },
    'd-trust-run': {
      promise: '--trust and PERCEPT_TRUST=1 trust for one run and remember nothing.',
    },
    'd-trust-asked': {
      promise:
        'A folder that needs trust is asked about in words; one without configuration asks nothing.',
    },
    'd-keys-by-host': {
      promise:
        'A vendor’s key goes to its own hosts over TLS, or to an address that the user’s own settings name.',
    },
  }),
  ...section('design', 'The lens', 4, {
    'd-lens-pure': { promise: 'Lowering is pure.' },
    'd-lens-idempotent': {
      promise: 'Lowering what was lowered changes nothing, on every wire.',
    },
    'd-lens-untouched-identical': { promise: 'Untouched parts of a request stay byte-identical.' },
    'd-lens-equal-prefix': { promise: 'Equal history gives an equal prefix.' },
    'd-one-intake': {
      promise: 'Every face takes an attachment in the same way, by one rule table.',
    },
    'd-forecast-is-sent': {
      promise: 'The forecast, the stored report and the bytes on the wire are the same.',
    },
    'd-budget-alone': {
      promise: 'What does not fit a request is left out alone, and judged anew with every turn.',
    },
    'd-one-bill': {
      promise:
        'Every request that a provider got is on the bill, helpers and retries included, by model.',
    },
    'd-walk': {
      promise:
        'Random conversations on every face and wire break none of the invariants of docs/invariants.md.',
      issue: 16,
    },
    'd-walk-judge': {
      promise: 'Every invariant is seen to fail on a run that breaks it, and stands in the docs.',
      issue: 16,
    },
    'd-look-again': {
      promise:
        'Looking again as the words say shows the same bytes; a source that changed or vanished is said.',
    },
    'd-compaction-keeps': {
      promise: 'What was attached outlives a summary by reference, and the notice says so.',
    },
    'd-strict-everywhere': {
      promise:
        'Strict routing is one rule for attachments, history, tools and switches, whichever model came first.',
    },
    'd-listen': {
      promise:
        'listen tells a sound, a span of it, or the answer to a question, wherever somebody listens.',
    },
    'd-ai-call': {
      promise: 'ai/call sends the caller’s messages under their roles, and nothing of ours.',
    },
    'd-stdin-source': {
      promise: 'Standard input is a source where a file is, and a pipe that is not read is said.',
    },
    'd-lens-calls-paired': { promise: 'Every tool call keeps its result.' },
    'd-lens-no-base64-text': {
      promise: 'No picture or sound that a tool gave back reaches a wire as text.',
    },
    'd-lens-text-certain': {
      promise:
        'Text is touched only in a tool result, and only where all of it is a picture or a sound.',
    },
    'd-lens-one-engine': {
      promise:
        'The lenses of all wires share one decision engine: the same history meets the same decisions.',
    },
    'd-lens-linear': { promise: 'Cost per request grows no worse than linearly with history.' },
    'd-recovery-quarantine': { promise: 'A blob that a provider refused is quarantined by hash.' },
  }),
  ...section('design', 'Assets', 7, {
    'd-edit-fork': {
      promise:
        'Editing a message and forking a conversation act on the record: nothing is sent twice or lost.',
      issue: 14,
    },
    'd-runs-page': {
      promise:
        'The page shows and moves runs by the rules of OpenWOP, their media to their tenant alone.',
      issue: 16,
    },
    'd-gateway-transparent': {
      promise: 'A gateway request without media is forwarded byte-identical.',
    },
    'd-gateway-no-harm': {
      promise: 'What a provider takes passes the gateway unchanged.',
    },
    'd-gateway-credential': {
      promise: 'A credential goes only to the vendor that it belongs to.',
    },
    'd-gateway-keys': { promise: 'The gateway never logs or stores a key.' },
    'd-gateway-heals': {
      promise: 'An agent that mangles images is healed by changing its base URL.',
    },
    'd-gateway-socket': {
      promise: 'A message of the Responses API over a WebSocket is healed as a body is.',
    },
    'd-gateway-stores': {
      promise:
        'Answers pass the gateway untouched; where a route says so their media is kept, for its tenant, as any made media.',
      issue: 20,
    },
    'd-gateway-look': {
      promise:
        'What a blind tool call names in the folder of its route is shown; nothing else is read.',
    },
    'd-gateway-dry-run': {
      promise: 'A dry run is decided by the code that sends, and sends nothing.',
    },
    'd-gateway-stale': {
      promise:
        'A request on a kept connection that ends before a byte of the answer is sent once more; what was answered, never.',
    },
  }),
] as const;
