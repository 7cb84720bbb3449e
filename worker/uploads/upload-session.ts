import { DurableObject } from "cloudflare:workers";

export class UploadSession extends DurableObject<Env> {}
