import { createContext } from 'react';

/** The time zone in which the screens show times: that of the business, unless the admin chose another. */
export const ZoneContext = createContext('UTC');
