import { Group, Text } from '@mantine/core';
import mark from './karvon.svg';

export function Brand({ size = 22 }: { readonly size?: number }) {
  return (
    <Group gap={8} wrap="nowrap" justify={size > 24 ? 'center' : 'flex-start'}>
      <img src={mark} width={size} height={size} alt="" />
      <Text fw={650} fz={size > 24 ? 'xl' : 'md'} lh={1}>
        Karvon
      </Text>
    </Group>
  );
}
