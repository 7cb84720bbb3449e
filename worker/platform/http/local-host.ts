const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

export const isLocalHost = (hostname: string): boolean => LOOPBACK.test(hostname);
