const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Returns true for a host name of the machine itself. */
export const isLocalHost = (hostname: string): boolean => LOOPBACK.test(hostname);
