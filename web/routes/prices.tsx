export { PricesPage as default } from "../features/prices/prices-page.tsx";
