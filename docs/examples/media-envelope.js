// Envelopes from a script: objects go in as a property, and what could not be shown comes out as an event.
const element = document.querySelector('#from-script');
const errors = document.querySelector('#errors');

document.addEventListener('envelope-error', (event) => {
  errors.textContent = `Something was not shown: ${event.detail.reason}`;
});

element.envelope = {
  type: 'media.image',
  schemaVersion: 1,
  envelopeId: '2',
  correlationId: 'example',
  payload: {
    base64:
      'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsItz/VMYywi+hcEKLNO+FgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQGBywLvDoEAVSaz4wAAAABJRU5ErkJggg==',
    bytes: 136,
    mimeType: 'image/png',
  },
  meta: {
    source: 'ai-generation',
    ts: '2026-11-15T12:00:00Z',
    rendering: { display: 'image', alt: 'A red square', title: 'From a script' },
  },
};
