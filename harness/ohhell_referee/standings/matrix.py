"""The little linear algebra the standings need, on lists of rows.

Fields have tens of bots, so a cubic routine on Python lists takes milliseconds; numpy would cost more to import.
"""

from __future__ import annotations

import math

Matrix = list[list[float]]


class SingularMatrix(ArithmeticError):
    """A matrix that should be invertible is not."""


def zeros(size: int) -> Matrix:
    return [[0.0] * size for _ in range(size)]


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of a symmetric positive definite matrix, by Cholesky; raises SingularMatrix."""
    size = len(matrix)
    lower: Matrix = []
    for i, row in enumerate(matrix):
        done: list[float] = []
        for j in range(i):
            other = lower[j]
            total = row[j]
            for left, right in zip(done, other, strict=False):
                total -= left * right
            done.append(total / other[j])
        rest = row[i] - sum(x * x for x in done)
        if not rest > 1e-13 * abs(row[i]):
            raise SingularMatrix("the matrix is not positive definite")
        done.append(math.sqrt(rest))
        lower.append(done)
    # Columns of the inverse of the lower triangle, then their products.
    triangle = zeros(size)
    for j in range(size):
        triangle[j][j] = 1.0 / lower[j][j]
        for i in range(j + 1, size):
            row = lower[i]
            total = 0.0
            for m in range(j, i):
                total -= row[m] * triangle[j][m]
            triangle[j][i] = total / row[i]
    result = zeros(size)
    for i in range(size):
        for j in range(i, size):
            a, b = triangle[i], triangle[j]
            result[i][j] = result[j][i] = sum(a[m] * b[m] for m in range(j, size))
    return result


def solve(matrix: Matrix, right: list[float]) -> list[float]:
    """x with matrix x = right, by elimination with partial pivoting; raises SingularMatrix."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    scale = max((abs(x) for row in matrix for x in row), default=1.0) or 1.0
    for column in range(size):
        pivot = max(range(column, size), key=lambda r: abs(rows[r][column]))
        if abs(rows[pivot][column]) <= 1e-9 * scale:
            raise SingularMatrix("the equations have no single solution")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column]
        for r in range(column + 1, size):
            factor = rows[r][column] / head[column]
            if factor:
                rows[r] = [x - factor * y for x, y in zip(rows[r], head, strict=True)]
    answer = [0.0] * size
    for r in range(size - 1, -1, -1):
        row = rows[r]
        answer[r] = (row[size] - sum(row[c] * answer[c] for c in range(r + 1, size))) / row[r]
    return answer


def times(matrix: Matrix, vector: list[float]) -> list[float]:
    return [sum(x * y for x, y in zip(row, vector, strict=True)) for row in matrix]


def product(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return [[sum(x * y for x, y in zip(row, column, strict=True)) for column in columns] for row in left]


def centred(matrix: Matrix) -> Matrix:
    """P M P with P = I - 1/k: the covariance of values measured from their own mean."""
    size = len(matrix)
    rows = [sum(row) / size for row in matrix]
    whole = sum(rows) / size
    return [[matrix[i][j] - rows[i] - rows[j] + whole for j in range(size)] for i in range(size)]


def of_difference(matrix: Matrix, i: int, j: int) -> float:
    """The variance of value i minus value j under the covariance `matrix`."""
    return matrix[i][i] + matrix[j][j] - 2.0 * matrix[i][j]
