/**
 * Names the page that led to this one as the referrer: its address has the parameters of the buyer's link,
 * so the browser need not keep them. Browsers ignore referrers of other origins here.
 */
export const cameFrom = () => ({ init: { referrer: document.referrer || location.href } });
