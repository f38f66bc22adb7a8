/* The yardstick of queens.py: the count of n queens as most programs do it. Rows are filled from the top, three
   words say which columns are attacked, and by the mirror only half of the first row is tried.

   plain_masks N prints the count and the CPU seconds that it took. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint32_t all_columns;

static uint64_t count_below(uint32_t columns, uint32_t falling, uint32_t rising)
{
    if (columns == all_columns)
        return 1;
    uint64_t count = 0;
    uint32_t open = all_columns & ~(columns | falling | rising);
    while (open) {
        const uint32_t queen = open & -open;
        open ^= queen;
        count += count_below(columns | queen, (falling | queen) << 1, (rising | queen) >> 1);
    }
    return count;
}

static uint64_t count_with(int column)
{
    const uint32_t queen = UINT32_C(1) << column;
    return count_below(queen, queen << 1, queen >> 1);
}

int main(int count, char **words)
{
    const int size = count == 2 ? atoi(words[1]) : 0;
    if (size < 1 || size > 31) {
        fputs("usage: plain_masks N, from 1 to 31\n", stderr);
        return 2;
    }
    all_columns = (UINT32_C(1) << size) - 1;
    const clock_t begun = clock();
    uint64_t boards = 0;
    for (int column = 0; column < size / 2; column++)
        boards += 2 * count_with(column);
    if (size % 2 == 1)
        boards += count_with(size / 2);
    printf("%llu %.6f\n", (unsigned long long)boards, (double)(clock() - begun) / CLOCKS_PER_SEC);
    return 0;
}
