/**
 * Sends the page that led here as the referrer, since its address has the buyer's link parameters.
 */
export const cameFrom = () => ({ init: { referrer: document.referrer || location.href } });
