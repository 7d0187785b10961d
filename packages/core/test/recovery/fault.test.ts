import { describe, expect, test } from 'vitest';
import { classifyRefusal } from '../../src/recovery/index.ts';

describe('a refusal', () => {
  test.each([
    [413, 'Request Entity Too Large', 'request-bytes'],
    [400, 'request_too_large: Request exceeds the maximum size', 'request-bytes'],
    [
      400,
      'messages.42.content.0.image.source.base64: image exceeds 5 MB maximum: 5316852 bytes > 5242880 bytes',
      'image-bytes',
    ],
    [
      400,
      'messages.3.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
      'image-pixels',
    ],
    [
      400,
      'At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
      'image-pixels',
    ],
    [400, 'Too many images in request. Max is 8.', 'image-count'],
    [
      400,
      'The image was specified using the image/png media type, but the image appears to be a image/jpeg image',
      'type-mismatch',
    ],
    [400, 'Image does not match the provided media type image/png', 'type-mismatch'],
    [
      400,
      'You uploaded an unsupported image. Please make sure your image is valid.',
      'type-mismatch',
    ],
    [400, 'Could not process image', 'corrupt'],
    [
      400,
      'Unable to process input image. Please retry or report in https://developers.generativeai.google',
      'corrupt',
    ],
    [400, 'The image data you provided does not represent a valid image.', 'corrupt'],
    [500, 'invalid image input', 'corrupt'],
    [404, 'No endpoints found that support image input', 'no-vision'],
    [400, 'This model does not support image input', 'no-vision'],
    [
      400,
      'Failed to deserialize the JSON body: messages[1]: unknown variant `image_url`, expected `text`',
      'no-vision',
    ],
    [
      500,
      'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
      'no-vision',
    ],
    [
      400,
      "Invalid 'messages[3]'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
      'image-role',
    ],
    [400, "Invalid 'messages' in payload", 'image-role'],
    [400, "Unexpected role 'user' after role 'tool'", 'role-order'],
    [400, 'messages.5.content.0: Invalid `signature` in `thinking` block', 'thinking-binding'],
    [
      400,
      '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified',
      'thinking-binding',
    ],
    [400, 'thinking block is bound to a different prefix (prefix_mismatch)', 'thinking-binding'],
    [400, 'Invalid request.', 'unclear'],
    [422, '', 'unclear'],
  ])('%i %s is about %s', { tags: ['f-wires-classify-errors'] }, (status, text, kind) => {
    expect(classifyRefusal({ status, text, hadMedia: true })?.kind).toBe(kind);
  });

  test.each([
    [401, 'Incorrect API key provided', true],
    [429, 'Rate limit reached for images', true],
    [503, 'Overloaded', true],
    [400, 'prompt is too long: 210000 tokens > 200000 maximum', true],
    [400, 'Invalid request.', false],
    [400, 'Could not process image', false],
    [404, 'model not found', true],
  ])('%i %s is for others to handle', (status, text, hadMedia) => {
    expect(classifyRefusal({ status, text, hadMedia })).toBeUndefined();
  });

  test('says the edge that the provider named', () => {
    const text = 'image dimensions exceed max allowed size for many-image requests: 2000 pixels';
    expect(classifyRefusal({ status: 400, text, hadMedia: true })).toEqual({
      kind: 'image-pixels',
      maxEdgePx: 2000,
    });
  });
});
