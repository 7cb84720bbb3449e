export { SubscribePage as default } from "../features/subscribe/subscribe-page.tsx";
