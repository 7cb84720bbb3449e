import { HOUR_MS, MINUTE_MS } from "../../../worker/contract/retention.ts";
import type { Random } from "../engine/random.ts";
import { Browser } from "../world/browser.ts";
import type { World } from "../world/world.ts";
import type { Market } from "./market.ts";

export abstract class Person {
	readonly who: string;
	readonly random: Random;
	readonly browser: Browser;
	protected readonly world: World;
	protected readonly market: Market;
	protected readonly seed: number;
	#browsers = 0;

	constructor(world: World, market: Market, seed: number, who: string) {
		this.world = world;
		this.market = market;
		this.who = who;
		this.seed = seed;
		this.random = market.randomOf(seed, who);
		this.browser = this.otherBrowser();
	}

	abstract live(until: number): Promise<void>;

	protected otherBrowser(): Browser {
		return new Browser(
			this.world,
			this.who,
			this.market.randomOf(this.seed, `${this.who}, browser ${this.#browsers++}`),
		);
	}

	protected pause(around: number): Promise<void> {
		return this.world.scheduler.wait(around * (0.2 + 1.6 * this.random.next()));
	}

	/** The latest one that contains `about`; null if none arrives `within` so many ms. */
	protected async mail(
		to: string,
		text: RegExp,
		{ within = HOUR_MS, about = "" } = {},
	): Promise<RegExpExecArray | null> {
		const { scheduler } = this.world;
		for (const until = scheduler.now + within; scheduler.now < until; ) {
			for (const mail of this.world.mailsTo(to).toReversed()) {
				const found = mail.text.includes(about) ? text.exec(mail.text) : null;
				if (found) return found;
			}
			await scheduler.wait(MINUTE_MS);
		}
		return null;
	}
}
