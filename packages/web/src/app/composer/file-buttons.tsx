// The two ways to pick files by hand: from the device, and with its camera where a finger is the pointer.
import { useRef, type ChangeEvent, type ReactElement } from 'react';
import { IconButton } from '../parts/icon-button.tsx';
import { useMedia } from '../parts/use-media.ts';

interface FileButtonsProps {
  readonly accept: string;
  readonly onFiles: (files: readonly File[]) => void;
}

export function FileButtons({ accept, onFiles }: FileButtonsProps): ReactElement {
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const touch = useMedia('(pointer: coarse)');
  const picked = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    onFiles([...(currentTarget.files ?? [])]);
    // The same file can be picked again after it was removed.
    currentTarget.value = '';
  };
  return (
    <>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label="Files"
        data-role="files"
        onChange={picked}
      />
      <IconButton icon="plus" label="Attach files" onClick={() => files.current?.click()} />
      {touch && (
        <>
          <input
            ref={camera}
            type="file"
            hidden
            accept="image/*"
            capture="environment"
            aria-label="Camera"
            data-role="camera"
            onChange={picked}
          />
          <IconButton icon="camera" label="Take a photo" onClick={() => camera.current?.click()} />
        </>
      )}
    </>
  );
}
