import useSWR, { mutate } from "swr";
import type {
	ShareTemplate,
	TemplateDetails,
} from "../../../../worker/contract/catalogue/templates.ts";
import { client, readJson } from "../client.ts";

const { templates } = client.api;
const template = templates[":id"];
const { template: ofShare } = client.api["file-shares"][":shareId"];

const refresh = () => mutate(templates.$path());

/** The creator's templates by name. */
export const useTemplates = () =>
	useSWR<ShareTemplate[]>(templates.$path(), () => readJson(templates.$get()), {
		dedupingInterval: 2000,
	});

/** Keeps details under a new name. Throws ApiFailure. */
export async function createTemplate(name: string, details: TemplateDetails): Promise<void> {
	await templates.$post({ json: { name, details } });
	await refresh();
}

/** Keeps the text and settings of a share under a new name. Throws ApiFailure. */
export async function createTemplateOf(slug: string, name: string): Promise<void> {
	await ofShare.$post({ param: { shareId: slug }, json: { name } });
	await refresh();
}

/** Gives a template other contents. Throws ApiFailure. */
export async function replaceTemplate(id: string, details: TemplateDetails): Promise<void> {
	await template.$put({ param: { id }, json: details });
	await refresh();
}

/** Renames a template. Throws ApiFailure. */
export async function renameTemplate(id: string, name: string): Promise<void> {
	await template.$patch({ param: { id }, json: { name } });
	await refresh();
}

/** Deletes a template. Throws ApiFailure. */
export async function deleteTemplate(id: string): Promise<void> {
	await template.$delete({ param: { id } });
	await refresh();
}
