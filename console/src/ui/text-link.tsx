import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

const TextAnchor = (props: AnchorProps & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>) => <Anchor {...props} />;

/** A link of the kit to a page of the console, with the types of the routes: `Anchor` with a component forgets them. */
export const TextLink = createLink(TextAnchor);
