export {
  HouseSetupError,
  openHouse,
  type House,
  type HousePlan,
  type HouseSetup,
} from './house.ts';
export { Desk, type Folder, type Listed, type OpenSession } from './desk.ts';
