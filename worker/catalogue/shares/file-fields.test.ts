import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { text } from "../../test/fixtures/sample-files.ts";
import { call } from "../../test/fixtures/test-app.ts";
import {
	begun,
	complete,
	creator,
	freshCreator,
	put,
	resume,
} from "../../test/fixtures/upload-helpers.ts";
import { shapeOf } from "./contract/field-table.ts";
import { FILE_FIELDS } from "./contract/file-fields.ts";
import type { CreatedShare, ShareFile, ShareResponse } from "./contract/shares.ts";
import { exportShares } from "./export-shares.ts";
import { files } from "./tables.ts";

type Name = keyof typeof FILE_FIELDS;
/** Another value than the empty one, as it is given and as it is stored. */
const VALUES: Record<Name, { given: unknown; stored: unknown }> = {
	noPreview: { given: true, stored: true },
	wholeOnly: { given: true, stored: true },
	hiddenPages: { given: [2], stored: ["page2"] },
};
const BYTES = text("Forty pages about the sea");
const namesOf = (use: "upload" | "edit") => Object.keys(shapeOf(FILE_FIELDS, use)) as Name[];
const isShown = (name: Name) => name in shapeOf(FILE_FIELDS, "shown");
const isInherited = (name: Name) => "isInherited" in FILE_FIELDS[name];

beforeAll(freshCreator);

/** Returns the response to the beginning, and the file once it is published. */
async function upload(fields: object, more: object = {}) {
	const upload = await begun([{ name: "a.txt", size: BYTES.length, ...fields }], more);
	await put(upload, 0, 1, BYTES);
	const resumed = await resume(upload);
	const completed = await complete(upload);
	expect(completed.status).toBe(201);
	const { fileShare } = await completed.json<CreatedShare>();
	return { slug: fileShare.shareId, begun: upload.files[0], resumed: resumed.files[0] };
}

async function fileOf(slug: string): Promise<ShareFile> {
	const path = `/api/file-shares/${slug}`;
	const page = await call("GET", path, undefined, creator.cookies);
	const [file] = (await page.json<ShareResponse>()).files;
	if (!file) throw new Error("It has no file.");
	return file;
}

const rowOf = async ({ id }: { id: string }) =>
	(await creator.ctx.db.select().from(files).where(eq(files.id, id)))[0];

/** Responses have the value, or no such field. */
async function expectShown(slug: string, name: Name, value: unknown): Promise<void> {
	const list = await call("GET", `/api/my-file-shares?shareId=${slug}`, undefined, creator.cookies);
	const [listed] = await list.json<{ files: ShareFile[] }[]>();
	const exported = (await exportShares(creator.ctx, creator.user.id)).find(
		(share) => share.shareId === slug,
	);
	const shown = {
		share: await fileOf(slug),
		listed: listed?.files[0],
		exported: exported?.files[0],
	};
	for (const [place, file] of Object.entries(shown))
		expect(file?.[name as keyof typeof file], place).toEqual(value);
}

it.each(namesOf("upload"))("takes a new file's field through its upload: %s", async (name) => {
	const { given, stored } = VALUES[name];
	const made = await upload({ [name]: given });
	const value = isShown(name) ? given : undefined;
	expect(made).toMatchObject({ begun: { [name]: value }, resumed: { [name]: value } });
	await expectShown(made.slug, name, value);
	expect(await rowOf(await fileOf(made.slug))).toMatchObject({ [name]: stored });
});

it.each(namesOf("upload"))("leaves a new file's field empty: %s", async (name) => {
	const { slug } = await upload({});
	await expectShown(slug, name, undefined);
	expect(await rowOf(await fileOf(slug))).toMatchObject({ [name]: FILE_FIELDS[name].empty });
});

it.each(namesOf("edit"))(
	"changes only an edited file's field, and changes it back: %s",
	async (name) => {
		const { given, stored } = VALUES[name];
		const { slug } = await upload({});
		const file = await fileOf(slug);
		const before = await rowOf(file);
		const edit = async (value: unknown) => {
			const json = { files: [{ id: file.id, [name]: value }] };
			const path = `/api/file-shares/${slug}`;
			expect((await call("PATCH", path, json, creator.cookies)).status).toBe(200);
			await expectShown(slug, name, isShown(name) && value === given ? given : undefined);
			return rowOf(file);
		};
		expect(await edit(given)).toEqual({ ...before, [name]: stored });
		expect(await edit(FILE_FIELDS[name].empty)).toEqual(before);
	},
);

it.each(Object.keys(FILE_FIELDS) as Name[])(
	"knows what a replacing file inherits: %s",
	async (name) => {
		const { slug } = await upload({});
		const file = await fileOf(slug);
		const json = { files: [{ id: file.id, [name]: VALUES[name].given }] };
		await call("PATCH", `/api/file-shares/${slug}`, json, creator.cookies);
		await upload({ replaces: { file: file.id } }, { addTo: slug });
		const next = await fileOf(slug);
		expect(next.id).not.toBe(file.id);
		const value = isInherited(name) ? VALUES[name].stored : FILE_FIELDS[name].empty;
		expect(await rowOf(next)).toMatchObject({ [name]: value });
	},
);
