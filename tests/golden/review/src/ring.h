struct Ring {
  /* é 🙂 */ long head;
  /* é 🙂 */ long tail;
};
