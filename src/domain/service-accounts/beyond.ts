/** What the operations of this module share. */
export const BEYOND = {
  beyond: 'scripts need a credential of their own: sessions are for people and end after 12 hours',
};
