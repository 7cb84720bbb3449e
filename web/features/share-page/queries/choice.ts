import { type BodyOf, client, readJson } from "../../../lib/server/client.ts";

const { choice } = client.api["file-shares"][":shareId"];

export type ChoiceInput = BodyOf<typeof choice.$put>;

export const fetchChoice = (slug: string) => readJson(choice.$get({ param: { shareId: slug } }));

/** Browsers refuse to send longer bodies after the page. */
const MAX_KEPT_ALIVE = 60_000;

/** Arrives even while the page closes, unless thousands of files are chosen. */
export const saveChoice = (slug: string, json: ChoiceInput) => {
	const keepalive = JSON.stringify(json).length < MAX_KEPT_ALIVE;
	return readJson(choice.$put({ param: { shareId: slug }, json }, { init: { keepalive } }));
};
