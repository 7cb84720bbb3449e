/** How often things go wrong, each from 0 to 1 of all the times that they could. */
export type Weather = {
	/** calls to D1, R2 and Durable Objects that fail, before their effect, after it or for an overload */
	bindings: number;
	/** messages between browsers, Worker, provider and receivers that are lost on the way or on the way back */
	network: number;
	/** events of the provider that never arrive, or arrive twice; all arrive in any order */
	events: number;
	/** calls about money that the provider answers with an error, perhaps after it has acted; it stores some under the call's key */
	provider: number;
	/** places where the code waits at which its isolate is killed when it comes there for the first time, or soon after */
	kills: number;
	/** calls to Durable Objects that find it just removed from memory, and alarms that come late or twice */
	evictions: number;
	/** runs of a cron that are left out */
	crons: number;
	/** how long a call to a binding takes on average, in ms, each way */
	latency: number;
};

/** Nothing fails. */
export const CALM: Weather = {
	bindings: 0,
	network: 0,
	events: 0,
	provider: 0,
	kills: 0,
	evictions: 0,
	crons: 0,
	latency: 3,
};

/** As a platform is on an ordinary day, only worse. */
export const ORDINARY: Weather = {
	...CALM,
	bindings: 0.004,
	network: 0.004,
	events: 0.03,
	provider: 0.004,
	kills: 0.05,
	evictions: 0.01,
	crons: 0.4,
};

/** One call in five fails. */
export const STORM: Weather = {
	...ORDINARY,
	bindings: 0.2,
	network: 0.05,
	events: 0.2,
	provider: 0.1,
	kills: 0.3,
	evictions: 0.1,
	crons: 0.2,
	latency: 10,
};
