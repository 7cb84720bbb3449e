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

export const useTemplates = () =>
	useSWR<ShareTemplate[]>(templates.$path(), () => readJson(templates.$get()), {
		dedupingInterval: 2000,
	});

export async function createTemplate(name: string, details: TemplateDetails): Promise<void> {
	await templates.$post({ json: { name, details } });
	await refresh();
}

/** Stores a share's text and settings under a new name. */
export async function createTemplateOf(slug: string, name: string): Promise<void> {
	await ofShare.$post({ param: { shareId: slug }, json: { name } });
	await refresh();
}

export async function replaceTemplate(id: string, details: TemplateDetails): Promise<void> {
	await template.$put({ param: { id }, json: details });
	await refresh();
}

export async function renameTemplate(id: string, name: string): Promise<void> {
	await template.$patch({ param: { id }, json: { name } });
	await refresh();
}

export async function deleteTemplate(id: string): Promise<void> {
	await template.$delete({ param: { id } });
	await refresh();
}
