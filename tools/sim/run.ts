import { HOUR_MS } from "../../worker/contract/retention.ts";
import { INVARIANTS, type Invariant } from "./invariants/invariants.ts";
import { Buyer } from "./people/buyer.ts";
import { Creator } from "./people/creator.ts";
import { Market } from "./people/market.ts";
import { Bank, Operator, Passerby, Program, Stranger } from "./people/others.ts";
import type { Person } from "./people/person.ts";
import { PROFILES, type Profile, type ProfileName } from "./profiles.ts";
import { CALM } from "./world/weather.ts";
import { type Programs, Violation, World } from "./world/world.ts";

/** Answered requests between two checks of `always` invariants. */
const CHECKED_EVERY = 40;
/** Time for everything pending to end once faults have stopped. */
const REST = 2 * HOUR_MS;

export type RunOptions = {
	programs: Programs;
	seed: number;
	profile: ProfileName;
	only?: ReadonlySet<string>;
	fair?: ReadonlySet<keyof Profile["weather"]>;
	/** places where an isolate is killed for certain, as `file:line:column` */
	isSought?: (place: string) => boolean;
	until?: number;
	/** where to write the database at the end; must not exist */
	database?: string;
	listen?: (line: string) => void;
};

export type Report = {
	seed: number;
	profile: ProfileName;
	violation: Violation | null;
	steps: number;
	digest: string;
	/** the last events before a violation, oldest first */
	last: readonly string[];
	counts: ReadonlyMap<string, number>;
	people: readonly string[];
	reached: ReadonlySet<string>;
	killed: ReadonlySet<string>;
	found: ReadonlySet<string>;
};

function makePeople(world: World, market: Market, seed: number, profile: Profile): Person[] {
	const named = <P extends Person>(
		count: number,
		kind: string,
		Class: new (...all: [World, Market, number, string]) => P,
	) =>
		Array.from({ length: count }, (_, at) => new Class(world, market, seed, `${kind} ${at + 1}`));
	return [
		...named(1, "operator", Operator),
		...named(profile.creators, "creator", Creator),
		...named(profile.buyers, "buyer", Buyer),
		...named(profile.strangers, "stranger", Stranger),
		...named(profile.programs, "program", Program),
		...named(1, "passer-by", Passerby),
		...named(1, "bank", Bank),
	];
}

async function check(world: World, market: Market, when: Invariant["when"]): Promise<void> {
	for (const { name, find } of INVARIANTS.filter((invariant) => invariant.when === when))
		for (const found of await find(world, market)) world.violate(name, found);
}

const salesIn = ({ sql }: World, which = "") =>
	Number(
		sql.prepare(`select count(*) as n from purchases where paid_at is not null ${which}`).get()?.n,
	);

/** Begun in any way, paid or not. */
const galleryOrdersIn = ({ sql }: World) =>
	Number(sql.prepare("select count(*) as n from purchases where whole_cents is not null").get()?.n);

export async function run(options: RunOptions): Promise<Report> {
	const {
		programs,
		seed,
		profile: name,
		only,
		fair,
		isSought,
		until = Number.POSITIVE_INFINITY,
		database,
		listen,
	} = options;
	const profile: Profile = PROFILES[name];
	const calm = Object.fromEntries([...(fair ?? [])].map((kind) => [kind, CALM[kind]]));
	const weather = { ...profile.weather, ...calm };
	const isOld = profile.deploys === true;
	const world = new World({
		programs,
		seed,
		weather,
		isOld,
		...(isSought && { isSought }),
		...(listen && { listen }),
	});
	const market = new Market(world);
	market.sellsFiles = profile.sellsFiles === true;
	world.inspect = (who, bytes) => market.inspect(who, bytes);
	const { scheduler } = world;
	const end = scheduler.now + profile.time;
	const people = makePeople(world, market, seed, profile).filter(
		({ who }) => !only || only.has(who),
	);
	let checkedAt = 0;
	/** an error of our own people */
	let broken: unknown;
	const step = async () => {
		await scheduler.step();
		const answered = world.log.counts.get("request") ?? 0;
		if (answered - checkedAt >= CHECKED_EVERY) {
			checkedAt = answered;
			await check(world, market, "always");
		}
		if (broken) throw broken;
		if (world.violation) throw world.violation;
		if (scheduler.steps >= until) throw new Violation("until", "The step was reached.");
	};
	const go = async (moment: number) => {
		while (scheduler.now < moment) await step();
	};
	const goUntil = async (work: Promise<unknown>) => {
		let isDone = false;
		const ended = work.finally(() => {
			isDone = true;
		});
		ended.catch(() => undefined);
		while (!isDone) await step();
		await ended;
	};
	let violation: Violation | null = null;
	try {
		for (const person of people)
			person.live(end).catch((error: unknown) => {
				broken ??= error;
			});
		if (profile.deploys) scheduler.after(profile.time / 2, () => void world.deploy());
		await go(end);
		world.isClosed = true;
		world.log.isOver = true;
		world.calm();
		for (const person of people) if (person instanceof Bank) await goUntil(person.work());
		await go(end + REST);
		world.isClosed = false;
		await check(world, market, "always");
		await goUntil(check(world, market, "rest"));
		// Everything holds in a world where nobody can do anything.
		if (!only && salesIn(world) === 0)
			world.violate("business-is-done", "In the whole run nobody has sold anything.");
		if (world.violation) throw world.violation;
	} catch (error) {
		if (!(error instanceof Violation)) throw error;
		violation = error.name === "until" ? null : error;
	}
	const { log, killer } = world;
	log.counts.set("sale", salesIn(world));
	log.counts.set("of files", salesIn(world, "and of_lines"));
	log.counts.set("order of a gallery", galleryOrdersIn(world));
	if (database) world.database.dump(database);
	world.close();
	return {
		seed,
		profile: name,
		violation,
		steps: scheduler.steps,
		digest: log.digest(),
		last: log.last,
		counts: log.counts,
		people: people.map(({ who }) => who),
		reached: killer.reached,
		killed: killer.killed,
		found: killer.found,
	};
}
