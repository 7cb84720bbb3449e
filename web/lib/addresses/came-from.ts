/** Names the page that led here as the referrer, since its address has the parameters of the buyer's link. */
export const cameFrom = () => ({ init: { referrer: document.referrer || location.href } });
