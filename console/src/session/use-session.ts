import { createContext, useContext } from 'react';
import type { Viewer } from './session.ts';

export const ViewerContext = createContext<Viewer | undefined>(undefined);

/** The signed-in admin; only below the frame, where there is one. */
export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (!viewer) throw new Error('Nobody is signed in here.');
  return viewer;
}

/** Whether the role of the viewer may call an operation. */
export function useMay(): (operation: string) => boolean {
  const { permissions } = useViewer();
  return (operation) => permissions.includes(operation);
}
