import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { RETENTION } from "../../../worker/contract/retention.ts";

// From the files: imported, catalogues are compiled.
function read(name: string): Record<string, string> {
	return JSON.parse(readFileSync(join(import.meta.dirname, name), "utf8"));
}
const en = read("privacy.messages.json");
const es = read("privacy.es.messages.json");

const NAMES = Object.keys(RETENTION);

it.each([
	["English", en],
	["Spanish", es],
])(
	"the %s policy states every period after which data is deleted, and by its constant",
	(_, texts) => {
		const stated = texts["privacy.b7"] ?? "";
		expect(NAMES.filter((name) => !new RegExp(`\\{${name}[,}]`).test(stated))).toEqual([]);
	},
);

it.each([
	["English", en],
	["Spanish", es],
])(
	"the %s policy writes no other period of days or hours than the promise for deleted data and answers",
	(_, texts) => {
		const periods = Object.values(texts).flatMap(
			(text) => text.match(/\d+ (?:minutes?|hours?|days?|minutos?|horas?|días?)/g) ?? [],
		);
		expect(periods.filter((period) => !/^30 (days|días)$/.test(period))).toEqual([]);
	},
);
