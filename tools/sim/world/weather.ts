/** Probabilities of faults, from 0 to 1. */
export type Weather = {
	/** calls to D1, R2 and Durable Objects fail: before the effect, after it, or for an overload */
	bindings: number;
	/** messages between browsers, Worker, provider and receivers are lost, either way */
	network: number;
	/** events of the provider are lost or doubled; all arrive in any order */
	events: number;
	/** the provider fails calls about money, perhaps after acting; it stores some failures under the call's key */
	provider: number;
	/** an `await` of the Worker at which its isolate is killed, at one of the first passes */
	kills: number;
	/** calls find a Durable Object evicted; alarms come late or twice */
	evictions: number;
	crons: number;
	/** mean ms of a call to a binding, each way */
	latency: number;
};

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
