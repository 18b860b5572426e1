/** Why these operations are beyond the specification. */
export const BEYOND = {
  why: 'scripts need a credential of their own: sessions are for people and end after 12 hours',
};
