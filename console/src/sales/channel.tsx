import type { SalesChannel } from '../api/generated/enums.ts';
import { useText } from '../text/index.tsx';

export function Channel({ channel }: { readonly channel: SalesChannel }) {
  const { word } = useText();
  return <>{word('SalesChannel', channel)}</>;
}
