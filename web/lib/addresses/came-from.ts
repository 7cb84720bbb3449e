/**
 * Lets a call name the page that led to this one as its referrer. Its address has the parameters of the
 * link by which the buyer came, and so the browser need not keep them. The browser ignores pages of other
 * sites here.
 */
export const cameFrom = () => ({ init: { referrer: document.referrer || location.href } });
